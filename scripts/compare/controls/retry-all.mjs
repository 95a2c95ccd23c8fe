import connect from '../clients/fetch.mjs'

/** Repeats whatever fails. */
export default (setting) => async (body) => {
  for (let attempt = 1; ; attempt++)
    try {
      return await connect(setting)(body)
    } catch (error) {
      if (attempt === 3) throw error
    }
}
