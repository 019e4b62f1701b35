import type { ComponentType } from 'react'
import { useText } from '../language/index.ts'
import { Button } from './basic/parts.tsx'

/** For `lazy`: a part of a page, or a line in its place when its code does not arrive. The rest of the page stays. */
export async function orMissing<Props>(
  loading: Promise<ComponentType<Props>>,
): Promise<{ readonly default: ComponentType<Props> }> {
  return { default: await loading.catch(() => MissingPiece) }
}

/** For `clientLoader`: the data, or this when it does not arrive. Throws a redirect, such as to the sign-in page. */
export async function orInstead<Data>(loading: Promise<Data>, instead: Data): Promise<Data> {
  return loading.catch((refusal) => {
    if (refusal instanceof Response) throw refusal
    return instead
  })
}

/** The line in place of a part of a page that did not arrive, with a button that loads the page again. */
export function MissingPiece() {
  const t = useText()
  return (
    <div className="flex flex-col items-start gap-2 p-4 text-[13px] text-soft">
      <p role="alert">{t('shell.piece_missing')}</p>
      <Button onClick={() => location.reload()} size="small" type="button">
        {t('shell.reload')}
      </Button>
    </div>
  )
}
