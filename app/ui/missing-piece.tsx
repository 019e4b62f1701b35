import type { ComponentType } from 'react'
import { useText } from '../language/index.ts'
import { Button } from './basic/parts.tsx'

/** For `lazy`: a part of a page, or a line in its place when its code does not arrive. The rest of the page stays. */
export async function orMissing<Props>(
  loading: Promise<ComponentType<Props>>,
): Promise<{ readonly default: ComponentType<Props> }> {
  return { default: await loading.catch(() => MissingPiece) }
}

function MissingPiece() {
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
