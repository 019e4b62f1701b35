import { readPerson } from '@tillsight/database'
import { z } from 'zod'
import { defineVerb, type PersonContext } from '../context/index.ts'
import { NotificationSettings } from '../inputs/index.ts'

/** Which mails the person wants. */
export const getNotifications = defineVerb({
  name: 'notifications.get',
  needs: 'self',
  access: 'read',
  input: z.object({}),
  output: NotificationSettings,
  async run({ queries, person }: PersonContext) {
    return NotificationSettings.parse((await readPerson(queries, person)).notifications)
  },
})
