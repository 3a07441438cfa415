PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE plays (
    play TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,          -- JSON, keys sorted
    deal TEXT NOT NULL,
    rules TEXT NOT NULL,            -- a digest of the rules it was played by
    started REAL NOT NULL,          -- seconds since 1970
    updated REAL NOT NULL,
    seconds REAL NOT NULL,          -- time played
    done INTEGER NOT NULL,          -- steps standing; later ones can be redone
    revision INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('new', 'open', 'over', 'left', 'again', 'won')),
    ended REAL,
    won_steps INTEGER,              -- when it was first won
    won_seconds REAL
) WITHOUT ROWID;
INSERT INTO "plays" VALUES('066131a2137e73c9','algerian-tarbart-closed','{}','3','0e66f48a5a7ffca1',1700000060.0,1700000120.0,0.0,4,4,'open',NULL,NULL,NULL);
INSERT INTO "plays" VALUES('0a152f8032c16bc5','algerian-tarbart','{}','3','5ab48cb18df589d3',1700000360.0,1700000420.0,0.0,2,2,'left',1700000480.0,NULL,NULL);
INSERT INTO "plays" VALUES('42624b19fd9cf19b','algerian-tarbart-closed','{}','5','0e66f48a5a7ffca1',1700000180.0,1700000240.0,0.0,2,2,'left',1700000300.0,NULL,NULL);
INSERT INTO "plays" VALUES('97968658af20e632','algerian','{}','3','2eab036a19e9a0b7',1700000540.0,1700000600.0,0.0,2,2,'left',1700000660.0,NULL,NULL);
INSERT INTO "plays" VALUES('99b153acaec0d7ad','klondike-draw-3','{}','ms:1','563c24ee2f42beb8',1700000840.0,1700000900.0,0.0,3,3,'open',NULL,NULL,NULL);
INSERT INTO "plays" VALUES('ad3bdb73b3003309','birthday-five-passes','{"suits": "SHCD", "target": "1888"}','4','f6bd16d58710cfec',1700000720.0,1700000780.0,0.0,3,3,'open',NULL,NULL,NULL);
INSERT INTO "plays" VALUES('b62a4f31eda2106a','klondike','{}','7','cb3dcccab6384a46',1700000960.0,1700001020.0,0.0,3,3,'left',1700001080.0,NULL,NULL);
CREATE TABLE settings (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL             -- JSON
) WITHOUT ROWID;
INSERT INTO "settings" VALUES('auto','"off"');
CREATE TABLE steps (
    play TEXT NOT NULL REFERENCES plays ON DELETE CASCADE,
    number INTEGER NOT NULL,        -- from 1
    moves TEXT NOT NULL,            -- the player's move, then the automatic ones
    PRIMARY KEY (play, number)
) WITHOUT ROWID;
INSERT INTO "steps" VALUES('066131a2137e73c9',1,'t1-f1');
INSERT INTO "steps" VALUES('066131a2137e73c9',2,'t3-t6');
INSERT INTO "steps" VALUES('066131a2137e73c9',3,'r1-t4');
INSERT INTO "steps" VALUES('066131a2137e73c9',4,'t4-t5');
INSERT INTO "steps" VALUES('0a152f8032c16bc5',1,'t1-f1');
INSERT INTO "steps" VALUES('0a152f8032c16bc5',2,'t3-t6');
INSERT INTO "steps" VALUES('42624b19fd9cf19b',1,'t2-f7');
INSERT INTO "steps" VALUES('42624b19fd9cf19b',2,'t4-t5');
INSERT INTO "steps" VALUES('97968658af20e632',1,'r1-t1');
INSERT INTO "steps" VALUES('97968658af20e632',2,'t1-t2');
INSERT INTO "steps" VALUES('99b153acaec0d7ad',1,'t1-t3 t5-f3');
INSERT INTO "steps" VALUES('99b153acaec0d7ad',2,'s-wx3');
INSERT INTO "steps" VALUES('99b153acaec0d7ad',3,'w-t6');
INSERT INTO "steps" VALUES('ad3bdb73b3003309',1,'s-w');
INSERT INTO "steps" VALUES('ad3bdb73b3003309',2,'s-w');
INSERT INTO "steps" VALUES('ad3bdb73b3003309',3,'s-w');
INSERT INTO "steps" VALUES('b62a4f31eda2106a',1,'t2-f1 t7-f4');
INSERT INTO "steps" VALUES('b62a4f31eda2106a',2,'f1-t1');
INSERT INTO "steps" VALUES('b62a4f31eda2106a',3,'t1-f1');
CREATE INDEX plays_by_game ON plays (game, ended);
CREATE INDEX plays_by_time ON plays (updated);
COMMIT;
