// Asks a captcha provider about a token. Must not know which endpoints are protected.
export { type Captcha, createCaptcha } from './captcha.ts'
