/** A worker of an engine. It works until it is killed. */
import { loadEngine, makeClient, type Plan } from './world.js'

const plan = JSON.parse(process.argv[2] ?? '') as Plan
const { work } = await loadEngine(plan.engine)
await work(await makeClient(plan), plan)
