import { AppError } from '@tillsight/core'
import { type ConsentMode, type InstallFileKind, installFiles, makeInstallFile } from '@tillsight/domain'
import { Hono } from 'hono'
import { readPixelCode } from '../app-services/pixel-code.ts'
import { installationFor } from '../app-services/tracking-install.ts'
import { callerContexts } from '../contexts.ts'
import type { Runtime } from '../runtime.ts'
import type { Visited } from './visits.ts'

/**
 * `GET /shop/{domain}/tracking/files/{kind}?consent=granted`: a plug-in, an extension or a snippet with the shop's key in it,
 * for those who may see the shop's figures. The key is on every page of the shop, so nothing here is secret.
 */
export function trackingFileRoutes(runtime: Runtime, buildDir: string): Hono<Visited> {
  return new Hono<Visited>().get('/:domain/tracking/files/:kind', async (c) => {
    const ctx = await callerContexts(runtime, c.get('visit')).shop(c.req.param('domain'))
    const kind = toKind(c.req.param('kind'))
    const consent: ConsentMode = c.req.query('consent') === 'granted' ? 'granted' : 'required'
    const installation = await installationFor(runtime, ctx, consent)
    const code = readPixelCode(buildDir)
    if (!code) throw new AppError('unavailable', 'The files for shops are not built yet. Run “npm run build” first.')
    const { name, type, bytes } = makeInstallFile(kind, installation, code)
    return c.body(new Uint8Array(bytes), 200, {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
    })
  })
}

function toKind(text: string): InstallFileKind {
  const kind = installFiles.find((known) => known === text)
  if (!kind) throw new AppError('not_found', `There is no file “${text}”. There are ${installFiles.join(', ')}.`)
  return kind
}
