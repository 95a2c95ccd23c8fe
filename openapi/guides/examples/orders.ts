/** What an app of yours has to ask for. Here they are the examples of the document. */
export { conversion, quote } from '../../../test/support/examples.js'
