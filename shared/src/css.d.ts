declare module '*.css'

// `import * as styles`: a class that the file does not have fails the build.
declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  export = classes
}
