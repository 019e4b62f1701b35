import { Search } from 'lucide-react'
import { useText } from '../language/index.ts'
import { useAlive } from '../ui/basic/use-alive.ts'

interface SearchButtonProps {
  readonly place: 'bar' | 'phone'
  /** Opens the command menu. */
  readonly onPress: () => void
}

/** The way to the command menu. It needs scripts, so until they run only its room is there. */
export function SearchButton({ place, onPress }: SearchButtonProps) {
  const t = useText()
  const isAlive = useAlive()
  const look =
    place === 'phone'
      ? 'size-10 justify-center'
      : 'mt-2 h-9 w-full border border-line bg-surface px-2.5 group-data-[bar=narrow]/frame:justify-center group-data-[bar=narrow]/frame:px-0'
  return (
    <button
      aria-keyshortcuts="Control+K Meta+K"
      className={`touch-target flex items-center gap-2.5 rounded-lg text-faint hover:bg-hover hover:text-ink ${look} ${isAlive ? '' : 'invisible'}`}
      onClick={onPress}
      title={t('shell.search')}
      type="button"
    >
      <Search aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
      <span className={place === 'phone' ? 'sr-only' : 'flex-1 text-start lg:group-data-[bar=narrow]/frame:sr-only'}>
        {t('shell.search')}
      </span>
      {place === 'bar' && (
        <kbd aria-hidden className="text-xs lg:group-data-[bar=narrow]/frame:hidden" dir="ltr">
          Ctrl K
        </kbd>
      )}
    </button>
  )
}
