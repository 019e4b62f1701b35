// Asks a captcha provider about a token. Must not know which endpoints are protected.
export { type Captcha, type CaptchaOptions, createCaptcha } from './captcha.ts'
