// Events of a shop that receivers outside may be told of: what each says, and writing it down with the change that it tells.
// Must not know who sends them or how.
export { bodyOf, emitEvent, emitEvents, isEventWanted, isRecent, type OutgoingEvent } from './emit.ts'
export {
  type EventData,
  type EventType,
  eventTypes,
  type FigureChange,
  toFigureEvents,
  webhookEvents,
} from './events.ts'
