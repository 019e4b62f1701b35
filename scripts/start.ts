// `npm start`: builds if outdated, while the product is loaded and the stores are opened, and runs the product.
import './house/react.ts'
import { ensureBuild } from './house/fresh-build.ts'

// Before the product is loaded: without compiled code, that takes as long as a tenth of a build.
const whenBuilt = ensureBuild('servable')
whenBuilt.catch(() => undefined)
const { runCli } = await import('../server/cli/main.ts')

process.exitCode = await runCli(['serve', ...process.argv.slice(2)], { whenBuilt })
