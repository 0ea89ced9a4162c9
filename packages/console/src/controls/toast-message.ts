export type Message = { words: string; tone: 'good' | 'bad'; undo?: () => void }
