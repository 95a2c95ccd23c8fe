import 'reflect-metadata'
import { StandardSchemaValidationPipe } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import { ConversionsModule } from './conversions.js'

const app = await NestFactory.create(ConversionsModule)
app.useGlobalPipes(new StandardSchemaValidationPipe())
await app.listen(0, '127.0.0.1')
console.log(`listening at ${await app.getUrl()}/`)
