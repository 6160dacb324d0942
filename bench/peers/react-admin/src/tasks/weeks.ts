const key = (day: Date) =>
  `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, '0')}-${String(day.getDate()).padStart(2, '0')}`

/** From the Sunday so many weeks ago to the Saturday after it. */
function week(ago: number): string {
  const now = new Date()
  const sunday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - now.getDay() - 7 * ago)
  const saturday = new Date(sunday.getFullYear(), sunday.getMonth(), sunday.getDate() + 6)
  return `${key(sunday)}..${key(saturday)}`
}

export const thisWeek = () => week(0)
export const lastWeek = () => week(1)
