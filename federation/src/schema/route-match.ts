/** Whether a pathname is one of a route's, e.g. `/user-chat/42` of `/user-chat/:id`; a slash at the end changes nothing. */
export function matchesRoute(route: string, pathname: string): boolean {
  const wanted = route.split('/').filter(Boolean)
  const given = pathname.split('/').filter(Boolean)
  return wanted.length === given.length && wanted.every((part, index) => part.startsWith(':') || part === given[index])
}
