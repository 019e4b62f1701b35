import type { ComponentType } from 'react'

/** For `lazy`: a part of a page that nobody misses when its code does not arrive. */
export async function orNothing<Props>(
  loading: Promise<ComponentType<Props>>,
): Promise<{ readonly default: ComponentType<Props> }> {
  return { default: await loading.catch(() => Nothing) }
}

function Nothing(): null {
  return null
}
