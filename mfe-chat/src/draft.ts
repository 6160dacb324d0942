import { keepInTab, readFromTab } from './tab-storage.ts'

const nameOf = (partyId: string) => `draft-${partyId}`

export const readDraft = (partyId: string): string => readFromTab(nameOf(partyId)) ?? ''
export const keepDraft = (partyId: string, text: string): void => keepInTab(nameOf(partyId), text.trim() === '' ? null : text)
