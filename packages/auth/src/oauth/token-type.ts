/** The kind of token that opens the resource, and nothing else (RFC 9068). */
export const accessTokenType = 'at+jwt'
