// A person's own things: who they are, how they sign in, what they are written about. Knows no shop and opens nothing
// itself: routes hand in the auth client and the services.
export { AccountFrame } from './account-frame.tsx'
export { AuthenticatorPage } from './authenticator-page.tsx'
export { BillingPage } from './billing-page.tsx'
export { EmailPage } from './email-page.tsx'
export { HomePage } from './home-page.tsx'
export { NotificationsPage } from './notifications-page.tsx'
export { PasswordPage } from './password-page.tsx'
export { PhoneFactorPage } from './phone-factor-page.tsx'
export { PhonePage } from './phone-page.tsx'
export { ProfilePage } from './profile-page.tsx'
export { RecoveryCodesPage } from './recovery-codes-page.tsx'
export { SecurityPage } from './security-page.tsx'
