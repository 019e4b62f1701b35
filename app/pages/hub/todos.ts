import { href } from 'react-router'
import { type SearchState, withSearch } from '../../search/index.ts'
import type { ShopReading } from './load-reading.server.ts'
import type { Todo } from './model.ts'
import { daysText, statusOf } from './standing.ts'

/** Parameters of the tasks. */
interface Params {
  readonly state: SearchState
  readonly currency: string
}

/** Tasks for a shop, limited to what the person's role allows. */
export function todosOf(reading: ShopReading, params: Params): Todo[] {
  return [...connectTodos(reading), ...basicsTodos(reading), ...figureTodos(reading, params)].map((todo) => ({
    ...todo,
    id: `${reading.shop.domain} ${todo.id}`,
    shop: reading.shop.name,
  }))
}

type OwnTodo = Omit<Todo, 'shop'>

function connectTodos({ shop, connections, may }: ShopReading): OwnTodo[] {
  if (!may.changeConnections) return []
  const to = href('/shop/:domain/integrations', { domain: shop.domain })
  const broken = connections
    .filter(({ status }) => status === 'broken')
    .map(({ id, connectorLabel }) => ({
      id: `broken ${id}`,
      text: `${connectorLabel} needs you: nothing new comes in.`,
      action: 'Look at it',
      to: `${to}#c-${id}`,
    }))
  if (connections.some(({ connector }) => connector === shop.platform)) return broken
  return [
    { id: 'connect', text: 'No store is connected, so there are no figures.', action: 'Connect the store', to },
    ...broken,
  ]
}

function basicsTodos({ shop, basics, keepsOwnBasics, may }: ShopReading): OwnTodo[] {
  if (!may.changeSettings || basics === null || keepsOwnBasics) return []
  if (basics.zone === shop.zone && basics.currency === shop.currency) return []
  const differs = [
    ...(basics.zone === shop.zone ? [] : [`its days follow ${basics.zone}, here ${shop.zone}`]),
    ...(basics.currency === shop.currency ? [] : [`it sells in ${basics.currency}, here ${shop.currency}`]),
  ]
  return [
    {
      id: 'basics',
      text: `The store says otherwise: ${differs.join('; ')}.`,
      action: 'Confirm zone and currency',
      to: `${href('/shop/:domain/setup/done', { domain: shop.domain })}#basics`,
    },
  ]
}

function figureTodos(reading: ShopReading, { state, currency }: Params): OwnTodo[] {
  const { shop, missingRates, jobs, may } = reading
  const failed = jobs.some(({ state }) => state === 'failed') && may.changeSettings
  const lacksRates = missingRates !== 0 && statusOf(reading) === 'figures'
  return [
    ...(failed
      ? [
          {
            id: 'recalculation',
            text: 'Past figures do not follow the last change of the settings yet.',
            action: 'See why',
            to: href('/shop/:domain/settings', { domain: shop.domain }),
          },
        ]
      : []),
    ...(lacksRates
      ? [
          {
            id: 'rates',
            text: `No rate from ${shop.currency} to ${currency} for ${daysText(missingRates)}. Whoever runs this installation can import rates; until then, ${shop.currency} shows all of them.`,
            action: `Show in ${shop.currency}`,
            to: withSearch(state, { currency: shop.currency }),
          },
        ]
      : []),
  ]
}
