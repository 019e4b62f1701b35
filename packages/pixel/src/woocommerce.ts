// The WooCommerce plug-in's addition to the script: products added to the cart, without jQuery. The plug-in prints what a
// page is about; only this happens after it has loaded.
import { guarded, listen } from './guard.ts'

/** A click and the store's own event may both report the same product. */
const sameMs = 2000

guarded(() => {
  let told = 0
  const add = () => {
    if (Date.now() - told < sameMs) return
    told = Date.now()
    document.dispatchEvent(new CustomEvent('tillsight', { detail: { event: 'add_to_cart' } }))
  }
  listen(document, 'click', ({ target }) => {
    if (target instanceof Element && target.closest('.ajax_add_to_cart')) add()
  })
  listen(document, 'submit', ({ target }) => {
    if (target instanceof Element && target.matches('form.cart')) add()
  })
  listen(document, 'wc-blocks_added_to_cart', add)
})()
