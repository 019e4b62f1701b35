import assert from 'node:assert/strict'
import { test } from 'node:test'
import { staysFresh } from './stays-fresh.ts'

interface Move {
  readonly from?: string
  readonly to?: string
  readonly shops?: readonly [from: string | undefined, to: string | undefined]
  readonly form?: { readonly formMethod: 'GET' | 'POST'; readonly formAction: string }
  readonly usual: boolean
}

function ask({ from = '/shop/a', to = '/shop/a', shops = ['a', 'a'], form, usual }: Move): boolean {
  return staysFresh({
    currentUrl: new URL(from, 'http://own.invalid'),
    nextUrl: new URL(to, 'http://own.invalid'),
    currentParams: { domain: shops[0] },
    nextParams: { domain: shops[1] },
    defaultShouldRevalidate: usual,
    ...form,
  })
}

test('other pages and other days of the same shop leave the frame as it is', () => {
  assert.equal(ask({ to: '/shop/a/costs', usual: false }), true)
  assert.equal(ask({ to: '/shop/a?range=7d', usual: true }), true)
  assert.equal(ask({ to: '/shop/a?q=x', usual: true, form: { formMethod: 'GET', formAction: '/shop/a' } }), true)
})

test('another shop, a form that changed something and a reload bring a new frame', () => {
  assert.equal(ask({ to: '/shop/b', shops: ['a', 'b'], usual: false }), false)
  assert.equal(ask({ usual: true }), false)
  const form = { formMethod: 'POST', formAction: '/account/profile' } as const
  assert.equal(ask({ to: '/shop/a?done=saved', usual: true, form }), false)
  assert.equal(ask({ from: '/register', to: '/shop/a', usual: true, shops: [undefined, undefined] }), false)
})

test('what changes the frame alone is shown although the page is not read again', () => {
  for (const formAction of ['/theme', '/frame']) {
    assert.equal(ask({ usual: false, form: { formMethod: 'POST', formAction } }), false)
  }
})
