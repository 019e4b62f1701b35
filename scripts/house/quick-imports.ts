// Loaded before tests and the server of `npm run dev`, which start often: our files import each other by exact path, so
// Node's resolution is skipped for them. Missing files are reported when they are read.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(name, context, next) {
    const isOurs = name.startsWith('.') && name.endsWith('.ts') && context.parentURL?.startsWith('file:')
    if (!isOurs) return next(name, context)
    return { url: new URL(name, context.parentURL).href, format: 'module-typescript', shortCircuit: true }
  },
})
