/** The operator's NODE_ENV, before React was loaded. */
export const said = process.env.NODE_ENV
process.env.NODE_ENV ??= 'production'
