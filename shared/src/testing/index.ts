export { apiUrl, done, isolateTests, mockServer, refused, serveChange, serveList } from './mock-api.ts'
export { makeRoundTrip, startMockServer } from './mock-server.ts'
export { openRoutes, ShellProviders } from './render.tsx'
export { translatePage } from './translate-page.ts'
