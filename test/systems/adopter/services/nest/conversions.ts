// NestJS: a route that converts under the reference in its path.
import { DatabaseSync } from 'node:sqlite'
import {
  type ArgumentsHost,
  Body,
  Catch,
  Controller,
  type ExceptionFilter,
  HttpException,
  Inject,
  Logger,
  Module,
  Param,
  Put,
} from '@nestjs/common'
import { APP_FILTER, BaseExceptionFilter } from '@nestjs/core'
import {
  type AnyClientError,
  type Client,
  ClientError,
  type CreateStablecoinConversionRequest,
} from 'stablecoin-issuer-api'
import { sqlite } from 'stablecoin-issuer-api/journal'
import { schemas } from 'stablecoin-issuer-api/schemas'
import { connect } from './issuer.js'

const body = { schema: schemas.createStablecoinConversion }

@Controller('conversions')
class ConversionsController {
  constructor(@Inject('issuer') private readonly issuer: Client) {}

  @Put(':ref_id')
  async convert(
    @Param('ref_id') ref_id: string,
    @Body(body) conversion: CreateStablecoinConversionRequest,
  ) {
    const { id } = await this.issuer.createStablecoinConversion({ ...conversion, ref_id })
    return { id }
  }
}

@Catch(ClientError)
class IssuerFilter extends BaseExceptionFilter implements ExceptionFilter {
  override catch({ code, message, outcome }: AnyClientError, host: ArgumentsHost) {
    Logger.error(message)
    const status = { not_sent: 503, rejected: 502, unknown: 202 }[outcome]
    super.catch(new HttpException({ code }, status), host)
  }
}

@Module({
  controllers: [ConversionsController],
  providers: [
    { provide: 'issuer', useFactory: () => connect(sqlite(new DatabaseSync('journal.sqlite'))) },
    { provide: APP_FILTER, useClass: IssuerFilter },
  ],
})
export class ConversionsModule {}
