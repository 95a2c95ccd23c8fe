import { isNode, type Json, membersOf, type Operation, type Schema } from '../../lib/document.js'
import { alternatives } from './parameters.js'
import { refusalsOf } from './refusals.js'

/** The documented 404 of a read. A range or `default` tells nothing of it. */
export function notFoundOf(read: Operation): Schema | undefined {
  return refusalsOf(read).find(([status]) => status === '404')?.[1]
}

/** What is said of a path that is not known, by whom. A value in these words alone is not of the service itself. */
const ofRouters = [
  'HTTP status code 404 Not Found', // RFC 9110, section 15.5.5
  'about:blank', // RFC 9457, section 4.2.1: a problem that says no more than its status
  'https://tools.ietf.org https://www.rfc-editor.org', // ASP.NET Core, ProblemDetails.Type
  '5 NOT_FOUND, 12 UNIMPLEMENTED', // grpc.io, "Status Codes", as grpc-gateway writes them
  'no Route matched with those values', // Kong Gateway, "Troubleshooting"
  'Missing Authentication Token', // Amazon API Gateway, "Gateway response types"
  'Resource not found, unable to match incoming request to an operation', // Azure API Management, "Error handling"
  'The current request is not defined by this API. Method does not exist.', // Google Cloud Endpoints, "Troubleshooting"
  'messaging.adaptors.http.flow.ApplicationNotFound', // Apigee, "Runtime errors"
  'Unable to identify proxy for host: default and url:', // the same, its faultstring
  'No resources match requested URI', // IBM API Connect, its 404
  'Requested endpoint is forbidden', // Tyk Gateway, "Error Response Status Codes"
  'DEPLOYMENT_NOT_FOUND', // Vercel, "Error codes"
  'NoSuchKey NoSuchBucket', // Amazon S3, "Error responses", so CloudFront too
  'NR no such route, no such app', // Envoy, "Access logging"; Zuul; Heroku
  'record entity generic', // of any service
  'tenant account customer profile user client organization', // of whoever asks
  '900906 No matching resource found for given API Request', // WSO2 API Manager, "Error Handling"
  'No listener for endpoint', // MuleSoft, HTTP Listener
  'No context-path matches the request URI', // Gravitee API Gateway
  'no healthy upstream, service unavailable', // Envoy, so Istio too
  '404 page not found', // Go, net/http.NotFound, so Traefik too
  'Cannot GET', // Express, "Error handling", so NestJS too; Fastify, setNotFoundHandler
  'The requested URL was not found on this server', // Apache HTTP Server, Flask
  'No static resource, no endpoint, no handler found for', // Spring, its NoResource- and NoHandlerFoundException
  'The path, route, file or resource could not be found', // Laravel, Django, Rails
  'E404, NOTFOUND, rest_no_route', // npm; routers that write it in one word; WordPress
  'BAD_REQUEST INVALID_ARGUMENT ERR FST', // gRPC, "Status Codes"; Node.js and Fastify, before their own codes
  'true false null error exception failed failure unknown missing invalid', // any error
].flatMap(wordsOf)

/** A value as a line has it: in quotes, where its end would not be seen. */
export function textOf(value: Json): string {
  return typeof value === 'string' && /^[\w.:-]+$/.test(value) ? value : JSON.stringify(value)
}

/** In lower case, without the path that was asked for, or that of a URL. */
function wordsOf(value: Json): string[] {
  const whole = typeof value === 'string' ? value : JSON.stringify(value)
  const text = whole.replace(/(\w+:\/\/[^/\s]*)\S*|\S*\/\S*/g, '$1')
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase()
  return words.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** A short number is a status, or a code of gRPC. */
const isOfRouters = (word: string): boolean => ofRouters.includes(word) || /^\d{1,3}$/.test(word)

/**
 * The members, with their values, by which a 404 is of the service itself and of nobody on the way: required, of listed
 * values, none of which a router gives. Undefined where an alternative of the body has none.
 */
export function proofOf(body: Json): string | undefined {
  const proofs = alternatives(body).map((part) =>
    membersOf(part)
      .required.flatMap((name) => {
        const field = membersOf(part).properties[name] ?? {}
        const values = (field['enum'] ?? []) as Json[]
        const inner = isNode(field['properties']) ? proofOf(field) : undefined
        if (values.length === 0) return inner === undefined ? [] : [`${name}.${inner}`]
        const isAny = values.some((one) => wordsOf(one).every(isOfRouters))
        return isAny ? [] : [`${name} = ${values.map(textOf).join(' or ')}`]
      })
      .join(' and '),
  )
  return proofs.includes('') ? undefined : proofs.join(', or ')
}
