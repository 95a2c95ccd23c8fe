import axios from 'axios'
import { guard } from './guard.js'
import { options } from './options.js'

guard(axios, options)
