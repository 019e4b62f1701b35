import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every URL of the app; nothing else writes a path down (links use the router's typed `href`). */
export default [
  layout('routes/layouts/auth.tsx', [
    route('auth/login', 'routes/auth/login.tsx'),
    route('auth/register', 'routes/auth/register.tsx'),
    route('auth/callback', 'routes/auth/callback.tsx'),
    route('auth/confirm', 'routes/auth/confirm.tsx'),
    route('auth/password/forgot', 'routes/auth/password-forgot.tsx'),
    route('auth/password/reset', 'routes/auth/password-reset.tsx'),
    route('auth/mfa', 'routes/auth/mfa.tsx'),
    route('auth/logout', 'routes/auth/logout.tsx'),
    route('invitation/:token', 'routes/invitation.tsx'),
    route('register', 'routes/register/shop.tsx'),
    route('register/connect', 'routes/register/connect.tsx'),
  ]),
  layout('routes/layouts/default.tsx', [
    index('routes/home.tsx'),
    route('shop/:domain', 'routes/shop.tsx', [
      layout('routes/summary.tsx', [index('routes/drill-down.tsx')]),
      route('integrations', 'routes/integrations.tsx'),
      route('progress', 'routes/progress.ts'),
      route('settings/members', 'routes/members.tsx'),
    ]),
    route('account', 'routes/account/account.tsx', [
      index('routes/account/home.tsx'),
      route('profile', 'routes/account/profile.tsx'),
      route('security', 'routes/account/security.tsx'),
      route('security/password', 'routes/account/password.tsx'),
      route('security/email', 'routes/account/email.tsx'),
      route('security/phone', 'routes/account/phone.tsx'),
      route('security/authenticator', 'routes/account/authenticator.tsx'),
      route('security/phone-factor', 'routes/account/phone-factor.tsx'),
      route('security/recovery-codes', 'routes/account/recovery-codes.tsx'),
      route('notifications', 'routes/account/notifications.tsx'),
      route('billing', 'routes/account/billing.tsx'),
    ]),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('theme', 'routes/theme.ts'),
  route('dev/kit', 'routes/dev-kit.tsx'),
] satisfies RouteConfig
