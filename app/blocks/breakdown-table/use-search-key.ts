import { useEffect } from 'react'
import { isQuickKey } from '../../ui/index.ts'

/** Where the name is typed that rows are searched for. */
export const searchFieldId = 'campaigns-find'

/** A slash goes to the search, while nobody is typing. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isQuickKey(event)) return
      const field = document.getElementById(searchFieldId)
      if (!(field instanceof HTMLInputElement)) return
      event.preventDefault()
      field.focus()
      field.select()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
}
