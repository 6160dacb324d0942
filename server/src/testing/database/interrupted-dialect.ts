import type { DatabaseConnection, Dialect } from 'kysely'

/** A dialect that waits for `act` before each statement, which it tells the number of the statement. */
export function interrupted(dialect: Dialect, act: (count: number) => void | Promise<void>): Dialect {
  let count = 0
  const watch = (connection: DatabaseConnection): DatabaseConnection =>
    new Proxy(connection, {
      get(target, key) {
        if (key === 'executeQuery')
          return async (...query: Parameters<DatabaseConnection['executeQuery']>) => {
            await act((count += 1))
            return target.executeQuery(...query)
          }
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  return {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver() {
      const driver = dialect.createDriver()
      return {
        init: () => driver.init(),
        acquireConnection: async () => watch(await driver.acquireConnection()),
        beginTransaction: (connection, options) => driver.beginTransaction(connection, options),
        commitTransaction: (connection) => driver.commitTransaction(connection),
        rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
        releaseConnection: (connection) => driver.releaseConnection(connection),
        destroy: () => driver.destroy(),
      }
    },
  }
}
