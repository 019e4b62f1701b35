import { type Answer, type FakeRequest, ok, Refusal, textList } from './answers.ts'
import type { World } from './world.ts'

const infoFields =
  `advertiser_id name status currency timezone display_timezone country company industry role create_time
balance`.split(/\s+/)
const mostIds = 100

/** Refuses an advertiser that the token does not reach, or that is gone. */
export function refuseAdvertiser(world: World, id: string, token: string): void {
  if (!/^\d+$/.test(id)) throw new Refusal(40002, 'advertiser_id: Field must be integer.')
  if (!world.account(id) || world.stateOf(id).isGone) {
    throw new Refusal(40001, `The advertiser ${id} doesn't exist or has been deleted.`)
  }
  const granted = world.grants.look(token)
  if (!Array.isArray(granted) || !granted.includes(id)) {
    throw new Refusal(40001, `No permission to operate advertiser ${id}.`)
  }
}

/** `advertiser/info/`. */
export function advertiserInfo(world: World, { query, headers }: FakeRequest): Answer {
  if (world.state.infoRefused)
    throw new Refusal(40001, 'advertiser does not grant you /advertiser/info/:GET permission')
  const ids = textList('advertiser_ids', query.get('advertiser_ids'))
  if (ids.length === 0 || ids.length > mostIds) {
    throw new Refusal(40002, `advertiser_ids: Length must be between 1 and ${mostIds}.`)
  }
  const fields = textList('fields', query.get('fields'))
  const wrong = fields.filter((field) => !infoFields.includes(field))
  if (wrong.length > 0) throw new Refusal(40002, `fields: ${wrong.join(', ')} is not supported.`)
  for (const id of ids) refuseAdvertiser(world, id, headers['access-token'] ?? '')
  const list = ids.map((id) => {
    const { currency, zone, status } = world.stateOf(id)
    const all: Readonly<Record<string, unknown>> = {
      advertiser_id: id,
      name: world.account(id)?.name,
      status,
      currency,
      timezone: zone,
      display_timezone: zone,
      country: 'DE',
      company: 'Sandbox GmbH',
      industry: '290601',
      role: 'ROLE_ADVERTISER',
      create_time: 1_600_000_000,
      balance: 120.5,
    }
    return Object.fromEntries(Object.entries(all).filter(([name]) => fields.length === 0 || fields.includes(name)))
  })
  return ok({ list })
}

/** `user/info/`. */
export function userInfo(): Answer {
  return ok({
    core_user_id: '7011223344556677889',
    display_name: 'Sandbox Marketing',
    email: 's***g@shop.example',
    create_time: 1_600_000_000,
  })
}
