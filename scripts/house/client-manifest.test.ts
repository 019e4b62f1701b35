import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toClientManifest } from './client-manifest.ts'

test('the manifest names the files of each route, each once', () => {
  const manifest = {
    entry: { module: '/assets/entry.js', imports: ['/assets/framework.js', '/assets/framework.js'], css: [] },
    routes: { root: { id: 'root', module: '/assets/root.js', imports: [], css: ['/assets/root.css'] } },
    version: 'abc',
  }
  assert.deepEqual(toClientManifest(`window.__reactRouterManifest=${JSON.stringify(manifest)};`), {
    client: 'abc',
    routes: {
      entry: ['/assets/entry.js', '/assets/framework.js'],
      root: ['/assets/root.css', '/assets/root.js'],
    },
  })
})
