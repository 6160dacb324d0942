/** Whether there is nothing to be seen: white space, and characters without a shape such as the zero-width space. */
export const isBlank = (text: string): boolean => !/[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)
