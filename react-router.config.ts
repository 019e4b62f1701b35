import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // The route table is small: sending it whole saves the requests for its pieces.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
