import { useEffect, useEffectEvent } from 'react'
import { useFetcher } from 'react-router'
import type { RowsLoad } from './model.ts'

interface RowsLoaderProps {
  /** Address of the rows. */
  readonly from: string
  readonly onLoad: (load: RowsLoad) => void
}

/** Loads rows once, for as long as somebody waits for them. */
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
