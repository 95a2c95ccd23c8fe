// A program of its own: the first thing that the README shows.
import { readSecret } from './settings.js'

// README: await client.createIssuerQuote({
