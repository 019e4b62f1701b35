import { announceProduct } from './product-addresses.ts'
import { runProduct } from './zz-running.ts'
import { certificateFile } from './secure-front.ts'

/** Global setup: starts the product. The returned function runs after the last test. */
export default async function startProductForTests(): Promise<() => Promise<void>> {
  // Read when a worker starts: simulated stores live there and call the product back.
  process.env.NODE_EXTRA_CA_CERTS = certificateFile
  const product = await runProduct()
  announceProduct(product.addresses)
  return () => product.stop()
}
