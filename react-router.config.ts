import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The route table weighs more than many a page: each brings the routes that its links lead to.
  routeDiscovery: { mode: 'lazy', manifestPath: '/__manifest' },
} satisfies Config
