// A dashboard beside the summary, of the same shop and days: the same figures, as they are printed.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Preference } from '@tillsight/domain/inputs'
import { loadBoard } from '../../app/pages/dashboards/load-board.server.ts'
import type { StatTile, TileModel } from '../../app/pages/dashboards/model.ts'
import { loadSummary } from '../../app/pages/summary/load-summary.server.ts'
import { parseSearch } from '../../app/search/index.ts'
import { resolvePeriod } from '../../app/search/resolve-period.server.ts'
import { addShop, startInstallation } from '../testing/installation.ts'
import { workedOrders } from '../testing/worked-example.ts'
import { createShopServices } from './shop-services.ts'

const installation = await startInstallation({ after })
const { contexts, runtime, owner } = installation
await addShop(installation, { domain: 'boards.test' }, workedOrders)
const shop = await contexts.shop('boards.test')
const actor = { kind: 'person', id: owner.id, role: 'owner', shops: 'all' } as const
const services = await createShopServices(runtime, { ...shop, actor })
const now = '2025-03-20T12:00:00.000Z'

test('what a dashboard shows is what the summary shows, to the last digit', async () => {
  for (const search of [
    '?from=2025-03-10&to=2025-03-12',
    '?from=2025-03-08&to=2025-03-12&compare=none&f=country:DE',
    '?from=2025-03-11&to=2025-03-12&compare=year&interval=day',
  ]) {
    const state = parseSearch(search)
    const { model } = await loadSummary({
      services,
      summary: Preference.parse({}).summary,
      connections: [],
      state,
      period: resolvePeriod(state, services.shop),
      now,
      log: (failure) => assert.fail(String(failure)),
      hasCosts: false,
    })
    const shown = await Promise.all(
      Object.entries(model.contents).map(async ([id, load]) => ({ id, load: await load })),
    )
    const stats = shown.flatMap(({ id, load }) => {
      const [, metric] = /^number:[a-z]+\.(\w+)$/.exec(id) ?? []
      return metric && load.state === 'ready' && load.kind === 'number' ? [{ metric, content: load.content }] : []
    })
    assert.ok(stats.length >= 8, `${stats.length}`)
    const { id } = await services.run('dashboard.create', {
      name: search.slice(0, 40),
      widgets: stats.slice(0, 24).map(({ metric }) => ({ kind: 'stat' as const, metric })),
    })
    const { tiles } = await loadBoard({ services, state, now }, id)
    assert.ok(tiles.state === 'ready')
    for (const [index, { metric, content }] of stats.slice(0, 24).entries()) {
      const tile: TileModel | undefined = tiles.model[index]
      assert.ok(tile?.kind === 'stat', metric)
      const { text, before, change }: StatTile['figure'] = tile.figure
      assert.deepEqual([text, before, tile.spark], [content.text, content.before, content.spark], metric)
      assert.equal(change?.text, content.change?.text, metric)
      assert.deepEqual(
        tile.figure.opens.map(({ to }) => to.startsWith(`/shop/${services.shop.domain}?`)),
        [true],
      )
    }
  }
})
