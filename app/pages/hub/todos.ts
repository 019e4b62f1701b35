import { href } from 'react-router'
import type { Say } from '../../language/index.ts'
import { type SearchState, withSearch } from '../../search/index.ts'
import type { ShopReading } from './load-reading.server.ts'
import type { Todo } from './model.ts'
import { daysText, statusOf } from './standing.ts'
import type { WordKey } from './words.ts'

/** Parameters of the tasks. */
interface Params {
  readonly state: SearchState
  readonly currency: string
  readonly say: Say<WordKey>
}

/** Tasks for a shop, limited to what the person's role allows. */
export function todosOf(reading: ShopReading, params: Params): Todo[] {
  const { say } = params
  return [...connectTodos(reading, say), ...basicsTodos(reading, say), ...figureTodos(reading, params)].map((todo) => ({
    ...todo,
    id: `${reading.shop.domain} ${todo.id}`,
    shop: reading.shop.name,
  }))
}

type OwnTodo = Omit<Todo, 'shop'>

function connectTodos({ shop, connections, may }: ShopReading, say: Say<WordKey>): OwnTodo[] {
  if (!may.changeConnections) return []
  const to = href('/shop/:domain/integrations', { domain: shop.domain })
  const broken = connections
    .filter(({ status }) => status === 'broken')
    .map(({ id, connectorLabel }) => ({
      id: `broken ${id}`,
      text: say('todo.broken', { name: connectorLabel }),
      action: say('do.review'),
      to: `${to}#c-${id}`,
    }))
  if (connections.some(({ connector }) => connector === shop.platform)) return broken
  return [{ id: 'connect', text: say('todo.connect'), action: say('do.connect'), to }, ...broken]
}

function basicsTodos({ shop, basics, keepsOwnBasics, may }: ShopReading, say: Say<WordKey>): OwnTodo[] {
  if (!may.changeSettings || basics === null || keepsOwnBasics) return []
  const [isOtherZone, isOtherCurrency] = [basics.zone !== shop.zone, basics.currency !== shop.currency]
  if (!isOtherZone && !isOtherCurrency) return []
  const key = isOtherZone && isOtherCurrency ? 'todo.both' : isOtherZone ? 'todo.zone' : 'todo.currency'
  const { zone, currency } = shop
  return [
    {
      id: 'basics',
      text: say(key, { storeZone: basics.zone, zone, storeCurrency: basics.currency, currency }),
      action: say('do.basics'),
      to: `${href('/shop/:domain/setup/done', { domain: shop.domain })}#basics`,
    },
  ]
}

function figureTodos(reading: ShopReading, { state, currency, say }: Params): OwnTodo[] {
  const { shop, missingRates, jobs, may } = reading
  const failed = jobs.some(({ state }) => state === 'failed') && may.changeSettings
  const lacksRates = missingRates !== 0 && statusOf(reading) === 'figures'
  return [
    ...(failed
      ? [
          {
            id: 'recalculation',
            text: say('todo.recalculation'),
            action: say('do.why'),
            to: href('/shop/:domain/settings', { domain: shop.domain }),
          },
        ]
      : []),
    ...(lacksRates
      ? [
          {
            id: 'rates',
            text: say('todo.rates', { from: shop.currency, to: currency, days: daysText(missingRates, say) }),
            action: say('do.showIn', { currency: shop.currency }),
            to: withSearch(state, { currency: shop.currency }),
          },
        ]
      : []),
  ]
}
