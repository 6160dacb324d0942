import type { Booking } from '@interline/shared/contract'
import { formatAmount } from '@interline/shared/i18n'
import { formatDate } from '@interline/shared/time'

/** A canned reply may hold these in double braces, in the order in which they are offered. */
export const variableNames = [
  'first_name',
  'full_name',
  'my.first_name',
  'booking.from',
  'booking.to',
  'booking.date',
  'booking.time',
  'booking.amount',
  'booking.status',
  'booking.driver',
  'booking.user',
] as const

type VariableName = (typeof variableNames)[number]
type Values = Partial<Record<VariableName, string>>

const variable = /\{\{\s*([\w.]+)\s*\}\}/g

export const usesBooking = (text: string): boolean => /\{\{\s*booking\./.test(text)

const isVariable = (name: string): name is VariableName => (variableNames as readonly string[]).includes(name)

/** The names in double braces that mean nothing. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(variable)].map(([, name = '']) => name).filter((name) => !isVariable(name))

/** The text with what is known filled in; the rest keeps its braces, for the writer to see. */
export const fillVariables = (text: string, values: Values): string =>
  text.replace(variable, (whole, name: string) => (isVariable(name) ? (values[name] ?? whole) : whole))

type Facts = { fullName: string | null; myName: string | null; booking: Booking | undefined; timeZone: string }

/** The known facts of a person and of one of their bookings. */
export function valuesFor({ fullName, myName, booking, timeZone }: Facts): Values {
  const values: Record<VariableName, string | null | undefined> = {
    first_name: firstWord(fullName),
    full_name: fullName,
    'my.first_name': firstWord(myName),
    'booking.from': booking?.ride?.source.address,
    'booking.to': booking?.ride?.destination.address,
    'booking.date': booking && formatDate(booking.createdAt, timeZone),
    'booking.time': booking?.ride?.ride_time,
    'booking.amount': booking?.ride?.amount == null ? null : formatAmount(booking.ride.amount),
    'booking.status': booking?.status,
    'booking.driver': booking?.driver?.full_name,
    'booking.user': booking?.user?.full_name,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value != null && value !== ''))
}

const firstWord = (name: string | null) => name?.trim().split(/\s+/)[0]
