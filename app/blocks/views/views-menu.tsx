import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { Bookmark, ChevronDown } from '../../icons.ts'
import { useText } from '../../language/index.ts'
import { buttonClass, orMissing, useLateContent, useSelfClosing } from '../../ui/index.ts'
import { openViewOf, type ViewItem, type ViewPlace } from './open-view.ts'

const loadContent = () => import('./views-content.tsx')
const ViewsContent = lazy(() => orMissing(loadContent().then((piece) => piece.ViewsContent)))

interface ViewsMenuProps extends ViewPlace {
  /** The views of this page, by name. */
  readonly views: readonly ViewItem[]
}

/**
 * The saved views of a page: open one, save the current one, choose the default. Opens without JavaScript; with it, its code is
 * loaded on first use.
 */
export function ViewsMenu({ views, domain, page }: ViewsMenuProps) {
  const t = useText()
  const ref = useSelfClosing()
  const isDrawn = useLateContent(ref)
  const { search } = useLocation()
  const { view, isEdited } = openViewOf(views, search)
  // A failure is told once the menu opens.
  const preload = () => void loadContent().catch(() => undefined)
  return (
    <details className="relative print:hidden" ref={ref}>
      <summary
        className={`${buttonClass()} list-none [&::-webkit-details-marker]:hidden`}
        onFocus={preload}
        onPointerEnter={preload}
      >
        <Bookmark aria-hidden className="size-4" />
        <span className="max-w-40 truncate max-sm:sr-only">{view ? view.name : t('views.menu')}</span>
        {isEdited && (
          <>
            <span aria-hidden className="size-2 rounded-full bg-accent" title={t('views.edited')} />
            <span className="sr-only">{t('views.edited')}</span>
          </>
        )}
        <ChevronDown aria-hidden className="size-3.5 text-faint" />
      </summary>
      <div className="absolute start-0 top-full z-40 mt-1.5 w-80 rounded-xl border border-line bg-raised p-1.5 shadow-raised max-sm:fixed max-sm:inset-x-4 max-sm:w-auto">
        {isDrawn && (
          <Suspense fallback={<div className="h-9" />}>
            <ViewsContent domain={domain} page={page} views={views} />
          </Suspense>
        )}
      </div>
    </details>
  )
}
