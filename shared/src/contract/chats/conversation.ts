import { z } from 'zod'
import { id } from '../envelope.ts'

/** The person with whom a conversation is. */
export const ofParty = z.object({ party_id: id })
