import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { currentOverlays, type OverlayControls, type OverlayId, overlays, subscribeToOverlays } from './overlay-list.ts'

interface NameProps {
  readonly suggestion: string
}

function Name(_props: NameProps & OverlayControls<string>): null {
  return null
}

beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))

afterEach(() => {
  mock.timers.runAll()
  mock.timers.reset()
})

test('an overlay answers what it is closed with, and is unmounted after it has left', async () => {
  const id = overlays.create<NameProps, string>(Name)
  assert.equal(overlays.isOpen(id), false)
  const response = overlays.open(id, { suggestion: 'a' })
  assert.equal(overlays.isOpen(id), true)
  overlays.close(id, 'Monday')
  assert.equal(overlays.isOpen(id), false)
  assert.equal(await response, 'Monday')
  assert.deepEqual(
    currentOverlays().map((overlay) => overlay.isOpen),
    [false],
  )
  mock.timers.tick(150)
  assert.deepEqual(currentOverlays(), [])
})

test('one overlay at a time: opening another closes the first with nothing', async () => {
  const first = overlays.create<NameProps, string>(Name)
  const second = overlays.create<NameProps, string>(Name)
  const response = overlays.open(first, { suggestion: 'a' })
  const other = overlays.open(second, { suggestion: 'b' })
  assert.equal(await response, undefined)
  assert.equal(overlays.isOpen(first), false)
  assert.equal(overlays.isOpen(second), true)
  overlays.close(second)
  assert.equal(await other, undefined)
})

test('an overlay that is opened again while it leaves stays', async () => {
  const id = overlays.create<NameProps, string>(Name)
  const before = overlays.open(id, { suggestion: 'a' })
  overlays.close(id, 'first')
  const again = overlays.open(id, { suggestion: 'b' })
  mock.timers.tick(150)
  assert.equal(overlays.isOpen(id), true)
  overlays.close(id, 'second')
  assert.deepEqual(await Promise.all([before, again]), ['first', 'second'])
})

test('one that is destroyed on close is unknown from then on', async () => {
  const id = overlays.create<NameProps, string>(Name, { destroyOnClose: true })
  const response = overlays.open(id, { suggestion: 'a' })
  overlays.close(id, 'done')
  assert.equal(await response, 'done')
  mock.timers.tick(150)
  assert.throws(() => overlays.open(id, { suggestion: 'b' }), { name: 'Error', message: `Unknown overlay: ${id}` })
})

test('an unknown id is an error that names it', () => {
  const unknown = 'overlay-none' as OverlayId<NameProps, string>
  const message = 'Unknown overlay: overlay-none'
  assert.throws(() => overlays.open(unknown, { suggestion: '' }), { message })
  assert.throws(() => overlays.close(unknown), { message })
  assert.throws(() => overlays.isOpen(unknown), { message })
})

test('closing what is closed changes nothing, and listeners hear of every change', () => {
  let calls = 0
  const stop = subscribeToOverlays(() => {
    calls += 1
  })
  const id = overlays.create<NameProps, string>(Name)
  overlays.close(id)
  assert.equal(calls, 0)
  void overlays.open(id, { suggestion: 'a' })
  overlays.close(id)
  overlays.close(id)
  assert.equal(calls, 2)
  mock.timers.tick(150)
  assert.equal(calls, 3)
  stop()
})

test('the component gets its props and the way to close', async () => {
  const id = overlays.create<NameProps, string>(Name)
  const response = overlays.open(id, { suggestion: 'Monday' })
  const drawn = currentOverlays()[0]?.draw('title-1')
  assert.ok(typeof drawn === 'object' && drawn !== null && 'props' in drawn)
  const props: unknown = drawn.props
  assert.ok(typeof props === 'object' && props !== null && 'close' in props && typeof props.close === 'function')
  assert.equal(Reflect.get(props, 'suggestion'), 'Monday')
  assert.equal(Reflect.get(props, 'titleId'), 'title-1')
  props.close('Tuesday')
  assert.equal(await response, 'Tuesday')
})

test('a second press while it leaves closes nothing again, also when it is destroyed, opened anew or both', async () => {
  const id = overlays.create<NameProps, string>(Name, { destroyOnClose: true })
  const pressClose = (result: string) => {
    const drawn = currentOverlays().at(-1)?.draw('title')
    assert.ok(typeof drawn === 'object' && drawn !== null && 'props' in drawn)
    const close: unknown = Reflect.get(Object(drawn.props), 'close')
    assert.ok(typeof close === 'function')
    return () => void close(result)
  }
  const first = overlays.open(id, { suggestion: 'a' })
  const closeFirst = pressClose('first')
  const second = overlays.open(id, { suggestion: 'b' })
  assert.equal(await first, undefined)
  closeFirst()
  assert.equal(overlays.isOpen(id), true)
  const closeSecond = pressClose('second')
  closeSecond()
  closeSecond()
  assert.equal(await second, 'second')
})
