import axios from 'axios'
import { clientCredentials } from 'stablecoin-issuer-api'
import { guard } from './guard.js'

const { API_BASE_URL = '', TOKEN_URL = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env
const credentials = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
const auth = clientCredentials({ tokenUrl: TOKEN_URL, ...credentials })
guard(axios, { baseUrl: API_BASE_URL, auth })
