/** What the operator has said of NODE_ENV, from before React was loaded. */
export const said = process.env.NODE_ENV
process.env.NODE_ENV ??= 'production'
