import assert from 'node:assert/strict'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkDeployment } from './deployment.ts'

const root = join(import.meta.dirname, '..', '..')

const mistakes = [
  ['Dockerfile', 'TILLSIGHT_DATA_DIR=', 'TILLSIGHT_DATA=', /Dockerfile sets TILLSIGHT_DATA, which nothing reads/],
  ['Dockerfile', '/app/server ./server', '/app/servers ./server', /copies servers, which is not there/],
  ['tillsight.service', 'TILLSIGHT_DATA_DIR=', 'DATA_DIR=', /service sets DATA_DIR/],
  ['compose.yaml', 'TILLSIGHT_ROLE: web', 'TILLSIGHT_ROLES: web', /web sets TILLSIGHT_ROLES/],
  ['compose.yaml', 'read_only: true', 'read_only: false', /web may write to its image/],
  ['compose.yaml', 'postgres:17-alpine', 'postgres', /image of postgres names no version/],
  ['compose.yaml', 'collector:/data', 'visits:/data', /uses the volume visits/],
  ['compose.yaml', '${SMTP_URL:-}', '${MAIL_URL:-}', /example lacks MAIL_URL/],
  ['Caddyfile', 'a web 3000', 'a pages 3000', /leads to pages, which is no service/],
] as const

test('the kit holds as it is', () => assert.deepEqual(checkDeployment(root), []))

for (const [file, right, wrong, message] of mistakes) {
  test(`a mistake in ${file} is named: ${wrong}`, async (t) => {
    const copy = await mkdtemp(join(tmpdir(), 'deployment-'))
    t.after(async () => rm(copy, { recursive: true }))
    for (const path of ['deploy', '.env.example', 'package.json', 'package-lock.json', '.npmrc', 'LICENSE']) {
      await cp(join(root, path), join(copy, path), { recursive: true })
    }
    for (const path of ['app', 'packages', 'scripts', 'server']) await writeFile(join(copy, path), '')
    const text = await readFile(join(copy, 'deploy', file), 'utf8')
    assert.ok(text.includes(right))
    await writeFile(join(copy, 'deploy', file), text.replace(right, wrong))
    assert.match(checkDeployment(copy).join('\n'), message)
  })
}
