export { type Claims, isSameText, signAccessToken, verifyBearer } from './access-token.ts'
export { decodeRefreshToken, encodeRefreshToken } from './refresh-token.ts'
