import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import type { RowsLoad } from './model.ts'

interface RowsLoaderProps {
  /** Address that the rows are loaded from. */
  readonly from: string
  readonly onLoad: (load: RowsLoad) => void
}

/** Loads rows once, for as long as it is mounted. */
export function RowsLoader({ from, onLoad }: RowsLoaderProps) {
  const { load, data } = useFetcher<RowsLoad>()
  const tell = useEffectEvent(onLoad)
  useEffect(() => {
    void load(from)
  }, [load, from])
  useEffect(() => {
    if (data) tell(data)
  }, [data])
  return null
}
