import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every URL of the app; nothing else writes a path down (links use the router's typed `href`). */
export default [
  layout('routes/layouts/auth.tsx', [route('welcome', 'routes/welcome.tsx')]),
  layout('routes/layouts/default.tsx', [
    index('routes/home.tsx'),
    route('shop/:domain', 'routes/shop.tsx', [
      layout('routes/summary.tsx', [index('routes/drill-down.tsx')]),
      route('integrations', 'routes/integrations.tsx'),
      route('progress', 'routes/progress.ts'),
    ]),
    route('*', 'routes/not-found.tsx'),
  ]),
  route('theme', 'routes/theme.ts'),
  route('dev/kit', 'routes/dev-kit.tsx'),
] satisfies RouteConfig
