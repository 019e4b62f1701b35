// What people prove themselves with, wherever it is typed: passwords, new ones with their rules, and one-time codes.
// Knows what the auth service offers (identity.ts), but no route, no page and not what a form leads to.
export { CodeField } from './code-field.tsx'
export { CodeForm } from './code-form.tsx'
export { describeCode } from './code-words.ts'
export { NewPasswordField } from './new-password-field.tsx'
export { PasswordField } from './password-field.tsx'
export type { PasswordReason } from './password-rules.ts'
