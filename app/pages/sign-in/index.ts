// Everything around proving who somebody is: its steps, forms and words. Speaks to the auth service through the official
// client only, and knows no shop.
export { CallbackPage } from './callback-page.tsx'
export { ChallengePage } from './challenge-page.tsx'
export { ConfirmPage } from './confirm-page.tsx'
export { ForgotPage } from './forgot-page.tsx'
export { FragmentWatch } from './fragment-watch.tsx'
export { InvitationPage } from './invitation-page.tsx'
export { LogInPage } from './log-in-page.tsx'
export { LogOutPage } from './log-out-page.tsx'
export { ResetPage } from './reset-page.tsx'
export { CodeStep } from './second-step.tsx'
export { SignUpPage } from './sign-up-page.tsx'
export { toWay, type Way } from './ways.tsx'
